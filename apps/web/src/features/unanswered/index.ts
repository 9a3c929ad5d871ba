// Questions that found nothing in a data source: reporting one's own, and the list of the reported ones (decision 75).
import { lazyView } from '#lib/load-code.ts'

/** What people reported about a data source; only its page loads it. */
export const NotAnswered = lazyView(async () => (await import('./not-answered.tsx')).NotAnswered)

/** Lets a person tell that their question found nothing, below its answer. */
export const ReportUnanswered = lazyView(
  async () => (await import('./report-unanswered.tsx')).ReportUnanswered,
)
