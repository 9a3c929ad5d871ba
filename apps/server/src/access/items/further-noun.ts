import type { Belongings } from './belongings.ts'
import type { ItemsGiven } from './given.ts'
import type { ItemType } from './type.ts'

/** A noun that is not of this product: for tests of what every noun gets. */
export interface FurtherNoun {
  readonly type: ItemType
  open(given: ItemsGiven): { readonly belongings: Belongings }
}
