import type { Callable, CallableOf } from './call.ts'
import type { contract as described } from './contract.ts'
import type { visitorRoutes } from './visitor-routes.ts'

type Described = Omit<typeof described, 'chatbots'> & {
  // The widget makes the calls of visitors, with code of its own.
  readonly chatbots: Omit<(typeof described)['chatbots'], keyof typeof visitorRoutes>
}
type CallsOf<Noun> = { [Name in keyof Noun]: Noun[Name] extends Callable ? CallableOf<Noun[Name]> : never }

/** The calls of a noun with the types of what is sent and received. */
export type Calls<Noun extends keyof Described> = CallsOf<Described[Noun]>
