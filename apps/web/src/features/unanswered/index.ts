// Questions that found nothing in a data source: reporting one's own, and the list of the reported ones (decision 75).
import { lazyView } from '#lib/load-code.ts'

export { NotAnswered } from './not-answered.tsx'

/** Lets a person tell that their question found nothing, below its answer. */
export const ReportUnanswered = lazyView(
  async () => (await import('./report-unanswered.tsx')).ReportUnanswered,
)
