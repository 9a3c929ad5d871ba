// Test questions of a data source: their list with its runs, and keeping a question that somebody tries (decision 75).
export { addressOfTest } from './address.ts'
export { shortened } from './shortened.ts'
export { useAddQuestion, useTestQuestions } from './api.ts'
export { KeepQuestion } from './keep-question.tsx'
export { TestSet } from './test-set.tsx'
