export {
  call,
  type Call,
  type CallData,
  type CallInput,
  type CallMeta,
  type CallRequest,
  type Calls,
  type Method,
} from './call.ts'
export { API_ROOT, contract } from './contract.ts'
export { Name, type Envelope, type Failure } from './envelope.ts'
export { openApiDocument } from './openapi.ts'
export * from './access.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './contexts.ts'
export * from './models.ts'
export * from './notifications.ts'
export * from './permissions.ts'
export * from './problems.ts'
export * from './projects.ts'
export * from './prompt-options.ts'
export * from './prompts.ts'
export * from './providers.ts'
export * from './queries.ts'
export * from './search.ts'
export * from './settings.ts'
export * from './stream.ts'
export * from './tokens.ts'
export * from './usage.ts'
export * from './users.ts'
