export { KeepQuestion } from './keep-question.tsx'
export { TestSet } from './test-set.tsx'
export { NotAnswered } from './not-answered.tsx'
