// The setup guide of a new installation, for users who manage models.
import { z } from 'zod'
import { call } from './call.ts'
import { routes } from './routes.ts'

/** The steps of the setup guide, and whether each is done. */
export const FirstSteps = z.object({
  /** A model that generates text can be asked. */
  model: z.boolean(),
  /** The caller asked such a model. */
  question: z.boolean(),
  /** There is a second account. */
  people: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const firstSteps = {
  get: call(routes.firstSteps.get, {
    summary: 'Which steps of the set-up guide are done; for the super user',
    permission: 'can_deploy_model',
    data: z.object({ steps: FirstSteps }),
  }),
} as const
