// Test questions of data sources: stored with the passage that they should find, and run after each change (decision 75).
export { openRunning, type Running } from './runs.ts'
export { testQuestionsService, type TestQuestionsService } from './service.ts'
