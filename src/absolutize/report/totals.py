"""The counts of all documents in the report: links, layers, findings, hosts, and problems.

Lists that could grow with the number of documents are limited here. It does not know how a page is laid out.
Used by `report`.
"""

from collections import Counter
from dataclasses import dataclass, field

from absolutize.report.document import CodeCounts, DocumentSummary, FaultExample

MOST_HOSTS = 100_000  # hosts that are counted separately; links to others are counted together
SHOWN_EXAMPLES = 6  # examples of a code from all documents
SHOWN_PROBLEMS = 1_000


@dataclass
class ReportTotals:
    """The counts of all documents so far.

    Attributes:
        documents: How many documents there are.
        counts: How often each kind, form and code occur together.
        layers: How often each source of base URIs gave the base; ``None``: no source did.
        faults: How often each code of `check` was found.
        documents_with: In how many documents each code was found.
        examples: Some findings of each code, each with the number and the name of its document.
        hosts: How many links lead to each host.
        hosts_of: How many documents link to each host.
        other_hosts: How many links lead to hosts that are not counted separately.
        problems: The first problems with the inputs: place, code and message.
        problem_count: How many problems there are.
    """

    documents: int = 0
    counts: CodeCounts = field(default_factory=Counter)
    layers: Counter[str | None] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    documents_with: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[tuple[int, str, FaultExample]]] = field(default_factory=dict)
    hosts: Counter[str] = field(default_factory=Counter)
    hosts_of: Counter[str] = field(default_factory=Counter)
    other_hosts: int = 0
    problems: list[tuple[str, str, str]] = field(default_factory=list)
    problem_count: int = 0

    def add(self, summary: DocumentSummary) -> None:
        """Count a document.

        Args:
            summary: The summary of the document.
        """
        number = self.documents
        self.documents += 1
        self.counts += summary.counts
        self.layers[summary.layer] += 1
        self.faults += summary.faults
        self.documents_with.update(summary.faults.keys())
        for example in summary.examples:
            examples = self.examples.setdefault(example.code, [])
            if len(examples) < SHOWN_EXAMPLES:
                examples.append((number, summary.name, example))
        self._add_hosts(summary.hosts)

    def _add_hosts(self, hosts: Counter[str]) -> None:
        for host, links in hosts.items():
            if host in self.hosts or len(self.hosts) < MOST_HOSTS:
                self.hosts[host] += links
                self.hosts_of[host] += 1
            else:
                self.other_hosts += links

    def add_problem(self, place: str, code: str, message: str) -> None:
        """Count a problem with an input, and keep it if it is among the first.

        Args:
            place: Where it is.
            code: Its code in `FINDINGS`.
            message: What is wrong, for people.
        """
        self.problem_count += 1
        if len(self.problems) < SHOWN_PROBLEMS:
            self.problems.append((place, code, message))
