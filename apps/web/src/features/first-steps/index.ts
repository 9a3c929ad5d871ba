export { FirstSteps } from './first-steps.tsx'
export { NextStepRow } from './next-step-row.tsx'
