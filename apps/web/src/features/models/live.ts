// Live events of models and their deployments.
import { LIVE } from '@polylogue/contract/browser'
import { loadCode } from '#lib/load-code.ts'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { modelKeys } from './keys.ts'

export const modelsLive: LiveHandler = {
  on: {
    // Lazy-loaded on the first event: most users never see a deployment.
    [LIVE.models]: (page, data) =>
      void loadCode(() => import('./deployment/events.ts')).then(({ onDeploymentEvent }) =>
        onDeploymentEvent(page, data),
      ),
  },
  onOpen(page, first) {
    if (!first) refetch(page, modelKeys.all, modelKeys.allDeployments)
  },
}
