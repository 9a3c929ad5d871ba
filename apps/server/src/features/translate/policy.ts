import type { Person } from '../../access/index.ts'
import { Problem } from '../../problem.ts'

/** @throws Problem PERMISSION_DENIED without can_use_translate */
export function requireMayTranslate({ permissions }: Person): void {
  if (!permissions.has('can_use_translate')) throw new Problem('PERMISSION_DENIED')
}
