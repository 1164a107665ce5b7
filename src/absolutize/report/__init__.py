"""The report: findings and links of documents, as one HTML page that needs no network.

`ReportTask` makes a summary of each document, `ReportTotals` adds the summaries up, and `report_page` writes
the page while they come in, so that memory is bounded for an archive of any size. It does not find links and
does not decide on them: it uses the functions behind `links`, `check` and `base`. Used by
`cli.commands.report`.
"""

from absolutize.report.document import DocumentSummary, ReportTask
from absolutize.report.page import InputTrouble, PageLimits, report_page
from absolutize.report.totals import ReportTotals

__all__ = ["DocumentSummary", "InputTrouble", "PageLimits", "ReportTask", "ReportTotals", "report_page"]
