export { useSetUpState } from './api.ts'
export { SetUpForm } from './set-up-form.tsx'
