import { type FirstSteps, SUPERUSER } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Database } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { GUIDE, type ModelsService } from '#features/models/index.ts'
import * as store from './store.ts'

/** The guide connects model servers, which only the super user may do. */
function isGuided(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER && viewer.permissions.has('can_deploy_model')
}

export interface FirstStepsDeps {
  readonly db: Database
  readonly models: Pick<ModelsService, 'firstChoice'>
}

export interface FirstStepsService {
  /** Returns which steps are done. @throws Problem PERMISSION_DENIED for all but the super user. */
  get(viewer: Person): Promise<FirstSteps>
}

export function firstStepsService({ db, models }: FirstStepsDeps): FirstStepsService {
  return {
    async get(viewer) {
      if (!isGuided(viewer)) throw new Problem('PERMISSION_DENIED')
      const [{ modelId }, question, people] = await Promise.all([
        models.firstChoice(db.orm),
        store.hasAsked(db.orm, viewer.userId, GUIDE),
        store.hasOthers(db.orm, viewer.userId),
      ])
      return { model: modelId !== GUIDE, question, people }
    },
  }
}
