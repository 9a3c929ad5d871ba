// The calls of the API with the types of what is sent and received.
export * from './calls-first.ts'
export * from './calls-later.ts'
