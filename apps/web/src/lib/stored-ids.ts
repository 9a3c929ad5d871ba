// Lists of ids in a setting, such as pinned projects and favourite models. Pure.

/** Parses the stored ids, at most `max` of them; an invalid value counts as none. */
export function parseIds(text: string | undefined, max: number): readonly number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    const ids = value.filter((id): id is number => Number.isSafeInteger(id) && id > 0)
    return [...new Set(ids)].slice(0, max)
  } catch {
    return []
  }
}

/** Returns the list with an id appended or removed; a list of `max` ids drops its oldest. */
export const toggledId = (ids: readonly number[], id: number, max: number): readonly number[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-max)
