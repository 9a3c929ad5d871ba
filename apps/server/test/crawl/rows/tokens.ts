// API tokens of users and of the company.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, only } from '../viewers.ts'

const { apitokens } = contract

const ADMINS = ['superUser', 'administrator'] as const

const owners = ({ world }: On) => ({ userId: world.owner.id })
const ownersOne = (on: On) => ({ ...owners(on), id: on.things.tokenId })
const own = ({ world, who }: On) => ({ userId: (world.people[who] ?? world.owner).id })
const COMPANY = { companyId: 1 }
const companys = ({ things }: On) => ({ ...COMPANY, id: things.companyTokenId })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

export const tokens: Row[] = [
  reads(apitokens.own, everybody(200)),
  reads(apitokens.listOfUser, only(['owner'], 200, 404), (on) => ({ params: owners(on) })),
  reads(apitokens.getOfUser, only(['owner'], 200, 404), (on) => ({ params: ownersOne(on) })),
  reads(
    apitokens.getOfUser,
    only(['owner'], 200, 404),
    (on) => ({ params: { ...own(on), id: on.things.tokenId } }),
    { about: 'the owner’s, at the caller’s path' },
  ),
  changes(apitokens.saveOfUser, everybody(200), (on) => ({
    params: own(on),
    body: { name: 'Made here', expires: tomorrow() },
  })),
  changes(
    apitokens.saveOfUser,
    only(['owner'], 200, 404),
    (on) => ({ params: owners(on), body: { name: 'Made for the owner' } }),
    { about: 'the owner’s' },
  ),
  changes(
    apitokens.saveOfUser,
    only(['owner'], 200, 404),
    (on) => ({ params: own(on), body: { tokenId: on.things.tokenId, name: 'Renamed' } }),
    { about: 'renaming the owner’s, at the caller’s path' },
  ),
  changes(
    apitokens.saveOfUser,
    only(['owner'], 200, 404),
    (on) => ({ params: own(on), body: { tokenId: on.things.tokenId, value: '' } }),
    { about: 'deleting the owner’s, at the caller’s path' },
  ),
  changes(
    apitokens.saveOfUser,
    everybody(404),
    (on) => ({ params: own(on), body: { tokenId: on.things.companyTokenId, value: '' } }),
    { about: 'deleting the company’s, at the caller’s path' },
  ),
  changes(apitokens.removeOfUser, only(['owner'], 200, 404), (on) => ({ params: ownersOne(on) })),

  reads(apitokens.ofTheCompany, only(ADMINS, 200, 403)),
  reads(apitokens.listOfCompany, only(ADMINS, 200, 403), () => ({ params: COMPANY })),
  reads(apitokens.listOfCompany, only(ADMINS, 404, 403), () => ({ params: { companyId: 2 } }), {
    about: 'another company',
  }),
  reads(apitokens.getOfCompany, only(ADMINS, 200, 403), (on) => ({ params: companys(on) })),
  reads(
    apitokens.getOfCompany,
    only(ADMINS, 404, 403),
    (on) => ({ params: { ...COMPANY, id: on.things.tokenId } }),
    { about: 'the owner’s own' },
  ),
  changes(apitokens.saveOfCompany, only(ADMINS, 200, 403), () => ({
    params: COMPANY,
    body: { name: 'Made here' },
  })),
  changes(
    apitokens.saveOfCompany,
    only(['superUser'], 200, 403),
    (on) => ({ params: COMPANY, body: { tokenId: on.things.companyTokenId, expires: tomorrow() } }),
    { about: 'prolonging the super user’s' },
  ),
  changes(apitokens.removeOfCompany, only(ADMINS, 200, 403), (on) => ({ params: companys(on) })),
]
