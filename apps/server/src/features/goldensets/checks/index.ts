export { openChecking, type Checkable, type Checking } from './check-threads.ts'
export { judge, type Judging } from './judge.ts'
export { outcomeCounts } from './outcomes.ts'
