/** More models than this is a fault or an attack, and nothing that anybody could choose from. */
export const MAX_MODELS = 500

/** An engine's model names are foreign text: one line, of a length that fits everywhere (quality bar S61). */
export function isModelName(name: unknown): name is string {
  return (
    typeof name === 'string' && name.length > 0 && name.length <= 200 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
  )
}
