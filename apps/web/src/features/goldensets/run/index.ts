export { RunDialog } from './run-dialog.tsx'
export { RunProgress } from './run-progress.tsx'
export { RunState, useRunError } from './run-state.tsx'
export { Runs } from './runs.tsx'
