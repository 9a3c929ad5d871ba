import type { CatalogueModel } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { EngineError, type OfferedModel } from '#engines/engine.ts'
import { Problem } from '#problem.ts'
import { deploymentProblem } from './deployment-rules.ts'
import { requireDeployer } from './deploying.ts'
import type { ChangingDeps } from './deps.ts'
import * as offered from './offered-store.ts'

/** Timeout of loading a catalogue. */
const LOOK_MS = 30_000

/** Returns the models that a provider's engine can download. */
export async function catalogue(
  deps: ChangingDeps,
  viewer: Person,
  providerId: number,
): Promise<{ Models: CatalogueModel[]; machineMemory: number }> {
  requireDeployer(viewer)
  const provider = await offered.findProvider(deps.db.orm, providerId)
  if (!provider) throw new Problem('NOT_FOUND', { thing: 'provider' })
  const engine = deps.engineOf(providerId)
  if (!engine.catalogue) throw new Problem('ENGINE_CANNOT', { provider: provider.name })
  try {
    const { models, machineMemoryBytes } = await engine.catalogue(AbortSignal.timeout(LOOK_MS))
    return { Models: models.map(toCatalogueModel), machineMemory: machineMemoryBytes }
  } catch (error) {
    const names = { providerName: provider.name, fullName: provider.name }
    throw error instanceof EngineError ? deploymentProblem(error, names) : error
  }
}

function toCatalogueModel(model: OfferedModel): CatalogueModel {
  const { name, family, tag, title, parameters, licence, contextLength, present } = model
  return {
    name,
    family,
    tag,
    title,
    parameters,
    licence: { name: licence.name, address: licence.address ?? null },
    size: model.sizeBytes ?? null,
    memory: model.memoryBytes ?? null,
    contextLength,
    capabilities: [...model.capabilities],
    present,
  }
}
