// Lists in requests. Each issue costs time of the server's main thread, so a list stops at a few.
import { z } from 'zod'

/** The most issues that a caller is told; a list checks no further elements after so many. */
export const MOST_ISSUES = 20

interface ListDef extends z.core.$ZodArrayDef {
  readonly most: number
}

const List = z.core.$constructor<z.ZodArray, ListDef>('List', (inst, def) => {
  z.ZodArray.init(inst, def)
  const whole = inst._zod.parse
  inst._zod.parse = (payload, context) => {
    const sent = payload.value
    // Too many elements are refused before one of them is checked.
    if (!Array.isArray(sent) || sent.length > def.most) return whole(payload, context)
    const checked: unknown[] = []
    payload.value = checked
    for (const [at, value] of sent.entries()) {
      const element = def.element._zod.run({ value, issues: [] }, context)
      if (element instanceof Promise) throw new z.core.$ZodAsyncError()
      checked.push(element.value)
      payload.issues.push(...z.core.util.prefixIssues(at, element.issues))
      if (payload.issues.length < MOST_ISSUES) continue
      // No refinement may read the shorter list.
      payload.aborted = true
      break
    }
    return payload
  }
})

/** A list from user input of at most `max` elements; use it for every list of a request. */
export const list = <T extends z.ZodType>(element: T, max: number): z.ZodArray<T> =>
  (new List({ type: 'array', element, most: max }) as z.ZodArray<T>).max(max)

/** The most elements of a list of a request. */
export const mostOf = (def: z.core.$ZodArrayDef): number => ('most' in def ? Number(def.most) : Infinity)
