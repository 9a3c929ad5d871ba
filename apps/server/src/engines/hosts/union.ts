import type { EngineModel } from '../engine.ts'

/** Lists the models that any host has. Where hosts report different values, returns one that is valid for all of them. */
export function union(lists: readonly (readonly EngineModel[])[]): EngineModel[] {
  const models = new Map<string, EngineModel>()
  for (const model of lists.flat()) {
    const known = models.get(model.name)
    models.set(model.name, known ? merged(known, model) : model)
  }
  return [...models.values()]
}

function merged(a: EngineModel, b: EngineModel): EngineModel {
  const contextLength = least(a.contextLength, b.contextLength)
  const memoryBytes = summed(a.memoryBytes, b.memoryBytes)
  return {
    ...a,
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(a.loaded === undefined && b.loaded === undefined
      ? {}
      : { loaded: a.loaded === true || b.loaded === true }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    local: a.local && b.local,
  }
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}

function summed(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0)
}
