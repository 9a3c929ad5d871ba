// What a fresh installation still needs: the set-up guide of whoever manages models.
import { z } from 'zod'
import { call } from './call.ts'
import { routes } from './routes.ts'

/** The steps of the set-up guide, each with whether it is done. */
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
