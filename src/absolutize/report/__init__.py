"""The report: what was found in documents, as one HTML page that needs no network.

`ReportTask` makes a summary of each document, `ReportTotals` adds them up, and `report_page` writes the page
as they come in, so that an archive of any size is reported on in bounded memory. It does not find links and
does not decide on them: it asks what `links`, `check` and `base` ask. Used by `cli.commands.report`.
"""

from absolutize.report.document import DocumentSummary, ReportTask
from absolutize.report.page import InputTrouble, PageLimits, report_page
from absolutize.report.totals import ReportTotals

__all__ = ["DocumentSummary", "InputTrouble", "PageLimits", "ReportTask", "ReportTotals", "report_page"]
