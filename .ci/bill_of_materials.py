"""Write the bill of materials (CycloneDX) of an environment in which only the wheel is installed.

``python .ci/bill_of_materials.py ENVIRONMENT/bin/python FILE``; the subject of the bill is the wheel itself.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def bill_of(python: str) -> dict[str, Any]:
    """List what is installed; what the list is about is the package, with the hash of its wheel."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", python]
    made = subprocess.run(command, check=True, stdout=subprocess.PIPE)  # noqa: S603
    bill: dict[str, Any] = json.loads(made.stdout)
    (own,) = (component for component in bill["components"] if component["name"] == "absolutize")
    bill["components"].remove(own)
    own["purl"] = f"pkg:pypi/{own['name']}@{own['version']}"
    own["hashes"] = [each for place in own.pop("externalReferences") for each in place.get("hashes", ())]
    bill["metadata"]["component"] = own
    return bill


if __name__ == "__main__":
    _, python, target = sys.argv
    Path(target).write_text(json.dumps(bill_of(python), indent=2) + "\n", encoding="utf-8")
