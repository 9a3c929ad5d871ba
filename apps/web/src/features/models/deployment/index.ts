export { DeploymentProgress } from './progress.tsx'
export { deployObstacle, figuresOf, isBusy, providerOf, removeObstacle, standingOf } from './state.ts'
