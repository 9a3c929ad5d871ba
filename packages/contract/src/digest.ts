// The daily e-mail with unread notifications (MAIL-*). Without a mail server in the configuration its calls find nothing.
import { z } from 'zod'
import { call } from './call.ts'
import { routes } from './routes.ts'

/** The signed token of the link in an e-mail. */
const Link = z.object({ token: z.string().max(500) })

export const digest = {
  ask: call(routes.digest.ask, {
    summary: 'The page behind the link of an e-mail: asks before the daily e-mail is turned off',
    query: Link,
    problems: ['NOT_FOUND'],
  }),
  turnOff: call(routes.digest.turnOff, {
    summary:
      'Turn off the daily e-mail of the person of the token, and nothing else. Called by that page, and by mail programs (RFC 8058)',
    form: true,
    query: Link,
    problems: ['NOT_FOUND'],
  }),
  test: call(routes.digest.test, {
    summary: 'Send a test e-mail to oneself. For the super user',
    permission: 'can_view_system',
    sessionOnly: true,
    data: z.object({
      /** One’s own address. */
      to: z.string(),
    }),
    problems: ['NOT_FOUND', 'MAIL_FAILED'],
  }),
} as const
