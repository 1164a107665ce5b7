"""The README for package indexes, where no file of the repository is: hatchling calls it while it builds.

Links to files lead to the repository that its table in pyproject.toml names (``repository``), and are plain
text where it names none.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\[([^\]\n]*)\]\((?!https?:|#)([^)\s]*)\)")


class PackageDescription(MetadataHookInterface):
    """Gives the fields `readme` and `urls`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what is dynamic."""
        repository = self.config.get("repository", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(text, repository)}
        metadata["urls"] = urls(repository)


def description(text: str, repository: str) -> str:
    """Have links to files lead to the repository; without one, leave their texts."""
    if not repository:
        return LINK.sub(r"\1", text)
    return LINK.sub(rf"[\1]({repository}/blob/HEAD/\2)", text)


def urls(repository: str) -> dict[str, str]:
    """Name what is found where; nothing where no repository is named."""
    if not repository:
        return {}
    return {
        "Source": repository,
        "Documentation": f"{repository}/blob/HEAD/docs/index.md",
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
