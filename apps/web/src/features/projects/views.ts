// What most visits never see is fetched when it is first shown: pages outside take only what stands here.
import { lazyView } from '../../lib/load-code.ts'

export const ProjectOverview = lazyView(async () => (await import('./project-overview.tsx')).ProjectOverview)
