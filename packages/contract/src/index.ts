export {
  call,
  type Call,
  type Callable,
  type CallData,
  type CallInput,
  type CallMeta,
  type CallRequest,
  type Calls,
} from './call.ts'
export { contract } from './contract.ts'
export { Name, type Envelope, type Failure } from './envelope.ts'
export { openApiDocument, type Operator } from './openapi.ts'
export * from './access.ts'
export * from './answers.ts'
export * from './audit-actions.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './context-types.ts'
export * from './contexts.ts'
export * from './custinst-scopes.ts'
export * from './custinsts.ts'
export * from './cut-text.ts'
export * from './deployment-states.ts'
export * from './first-steps.ts'
export * from './limits.ts'
export * from './live.ts'
export * from './models.ts'
export * from './notifications.ts'
export * from './option-kinds.ts'
export * from './permissions.ts'
export * from './presence.ts'
export * from './problems.ts'
export * from './projects.ts'
export * from './prompt-options.ts'
export * from './proposals.ts'
export * from './providers.ts'
export * from './queries.ts'
export * from './replays.ts'
export { API_ROOT, type Method, type Route } from './routes.ts'
export * from './search.ts'
export * from './settings.ts'
export * from './stream.ts'
export * from './tokens.ts'
export * from './usage.ts'
export * from './users.ts'
