import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { TranslateService } from './service.ts'

export function translateRoutes(service: TranslateService): Routes {
  return routes(contract.translate, {
    text: (viewer, { body }, { gone }) => service.text(viewer, body, gone),
    langs: (viewer, { query }, { gone }) => service.langs(viewer, query.language, gone),
  })
}
