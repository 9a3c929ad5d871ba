export { useCreateProvider, useEmbeddedState, useProviders, useTestProvider } from './api.ts'
export { silenceOf } from './silence.ts'
