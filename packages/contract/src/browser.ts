// The part of the contract for browsers: routes and constants. Nothing here loads zod, which would add 55 kB to every page:
// the server validates. Types come from the package's main entry, by `import type`.
import type { Callable, CallableOf } from './call.ts'
import type { contract as described } from './contract.ts'
import { routes } from './routes.ts'
import type { visitorRoutes } from './visitor-routes.ts'

type Described = Omit<typeof described, 'chatbots'> & {
  // The widget makes the calls of visitors, with code of its own.
  readonly chatbots: Omit<(typeof described)['chatbots'], keyof typeof visitorRoutes>
}
type Calls<Noun> = { [Name in keyof Noun]: Noun[Name] extends Callable ? CallableOf<Noun[Name]> : never }

/** The calls of the API with the types of what is sent and received. */
export const contract: { [Noun in keyof Described]: Calls<Described[Noun]> } = routes

export { admits, API_ROOT } from './routes.ts'
export * from './announcement-limits.ts'
export * from './audit-actions.ts'
export * from './branding-limits.ts'
export * from './context-types.ts'
export * from './custinst-scopes.ts'
export * from './cut-text.ts'
export * from './file-names.ts'
export * from './datasource-limits.ts'
export * from './file-types.ts'
export * from './deployment-states.ts'
export * from './golden-limits.ts'
export * from './idea-limits.ts'
export * from './limits.ts'
export * from './live.ts'
export * from './names.ts'
export * from './notification-kinds.ts'
export * from './configuration-groups.ts'
export * from './own-hosts.ts'
export * from './option-kinds.ts'
export * from './people-filters.ts'
export * from './permissions.ts'
export * from './placeholders.ts'
export * from './plugins.ts'
export * from './plugin-scopes.ts'
export * from './problems.ts'
export * from './prompt-limits.ts'
export * from './publication-limits.ts'
export * from './chatbot-limits.ts'
export * from './share-limits.ts'
export * from './stored-keys.ts'
export * from './stream.ts'
