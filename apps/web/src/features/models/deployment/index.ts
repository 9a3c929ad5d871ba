export { DeploymentProgress } from './progress.tsx'
export { deployObstacle, figuresOf, isBusy, providerOf, removeObstacle, familyStateOf } from './state.ts'
