export { openChecking, type Checkable, type Checking } from './checking.ts'
export { judge, type Judging } from './judge.ts'
export { outcomeCounts } from './outcomes.ts'
