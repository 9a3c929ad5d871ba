// Questions that found nothing in a data source: reporting one's own, and the list of the reported ones (decision 75).
import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** What people reported about a data source; only its page loads it. */
export const NotAnswered = lazyView(async () => (await import('./not-answered.tsx')).NotAnswered)

/** Lets a person tell that their question found nothing, below its answer. */
export const ReportUnanswered = lazyView(
  async () => (await import('./report-unanswered.tsx')).ReportUnanswered,
)

/** Makes a document of a data source from a question and the answer that somebody types. */
export const AnswerDialog = lazyDialog(async () => (await import('./answer-dialog.tsx')).AnswerDialog)
