import type { Call } from '@polylogue/contract'

/**
 * Returns bodies with each wrong value in every field of a call. A schema reads all fields, also after one that it refuses: they
 * are sent together, and those alone whose body is then accepted, so that no other field keeps them from the rest of the call.
 */
export function wrongBodies({ bodySchema }: Call, values: readonly unknown[]): string[] {
  const names = Object.keys((bodySchema as { shape?: object } | undefined)?.shape ?? {})
  if (names.length === 0) return []
  return values.flatMap((value) => {
    const alone = names.map((name) => ({ [name]: value }))
    const together = Object.fromEntries(names.map((name) => [name, value]))
    return [together, ...alone.filter((body) => bodySchema?.safeParse(body).success)].map((body) =>
      JSON.stringify(body),
    )
  })
}
