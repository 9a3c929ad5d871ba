import type { ItemOwnership } from './ownership.ts'
import type { ItemsDeps } from './deps.ts'
import type { ItemType } from './type.ts'

/** A noun outside the product, for tests of the features that all nouns share. */
export interface FurtherNoun {
  readonly type: ItemType
  open(deps: ItemsDeps): { readonly belongings: ItemOwnership }
}
