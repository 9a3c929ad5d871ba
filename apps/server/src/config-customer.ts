// The customer of an installation: the id of its folder and the name that people see. Pure.
import { CUSTOMER_ID } from '@polylogue/contract'

const LONGEST_ID = 60

export interface Customer {
  /** Lower-case letters, digits and hyphens; empty for none. */
  readonly id: string
  readonly name: string
  /** Why the id is not what the file says, for the log; undefined if it is. */
  readonly note: string | undefined
}

/** Returns the customer. Files of earlier versions have its name as `customer`: the id is made of it, and the name stays shown. */
export function customerOf({
  customer,
  customerName = customer,
}: {
  readonly customer: string
  readonly customerName?: string | undefined
}): Customer {
  if (customer === '' || CUSTOMER_ID.test(customer))
    return { id: customer, name: customerName, note: undefined }
  const id = idOf(customer)
  return { id, name: customerName, note: noteOf(customer, id) }
}

function idOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
    .slice(0, LONGEST_ID)
    .replace(/-$/, '')
}

const noteOf = (customer: string, id: string): string =>
  `“customer” of the configuration file is “${customer}”, and it names a folder now: lower-case letters, digits and hyphens. ` +
  (id === '' ? 'It is ignored, and the folder is “default”. ' : `“${id}” is used instead. `) +
  'Set “customer” to the id and “customerName” to the name that people see.'
