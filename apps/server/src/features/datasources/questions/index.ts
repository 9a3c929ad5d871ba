// Test questions of data sources: kept with what they should find, and run again after each change (decision 75).
export { openRunning, type Running } from './runs.ts'
export { testQuestionsService, type TestQuestionsService } from './service.ts'
