// Test questions: questions to a data source with the passage that each should find, and the runs of them (decision 75).
import type { Routes } from '#http/routes.ts'
import type { WorkLeft } from '#platform/work.ts'
import { testQuestionsRoutes } from './routes.ts'
import { openRunning, type RunningDeps } from './runs.ts'
import { testQuestionsService } from './service.ts'
import { WORK } from './steps-store.ts'

export { isConfidentialQuestion } from './equal.ts'

export interface TestQuestionsFeature {
  readonly routes: Routes
  readonly work: readonly WorkLeft[]
  /** Resumes the runs of dead processes, and finds changes that nobody has tested. */
  takeUp(): Promise<void>
  /** Gives the runs of this process to the next one. */
  close(): Promise<void>
}

export function testQuestionsFeature(deps: RunningDeps): TestQuestionsFeature {
  const running = openRunning(deps)
  return {
    routes: testQuestionsRoutes(testQuestionsService(deps, running)),
    work: WORK,
    takeUp: () => running.takeUp(),
    close: () => running.close(),
  }
}
