// Makes the stored notifications of people from what happened (decision 147).
export { openMaking, type Making, type MakingDeps } from './making.ts'
