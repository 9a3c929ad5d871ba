// Profile pictures: returned with the profile, set only by their user (ACCOUNT-6).
import type { CallData, CallInput, contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem } from '#problem.ts'
import type { UsersDeps } from '../deps.ts'
import { mayManage, sightOf } from '../policy.ts'
import * as store from '../store.ts'
import { pictureOf } from './rules.ts'
import * as pictures from './store.ts'

type Users = typeof contract.users
type PictureResponse = CallData<Users['picture']>

/** See `UsersService.picture`. */
export async function get(deps: UsersDeps, viewer: Person, id: number): Promise<PictureResponse> {
  await seen(deps, viewer, id)
  return toPictureResponse((await pictures.facts(deps.db.orm, id)) ?? none())
}

/** See `UsersService.pictureBytes`. */
export async function bytes(
  deps: UsersDeps,
  viewer: Person,
  id: number,
): Promise<CallData<Users['pictureBytes']>> {
  await seen(deps, viewer, id)
  const found = (await pictures.bytes(deps.db.orm, id)) ?? none()
  return { content: found.bytes.toString('base64'), mime_type: found.mimeType }
}

/** See `UsersService.setPicture`. */
export async function set(
  deps: UsersDeps,
  viewer: Person,
  id: number,
  sent: CallInput<Users['setPicture']>['body'],
): Promise<PictureResponse> {
  await seen(deps, viewer, id)
  if (id !== viewer.userId) throw new Problem('PERMISSION_DENIED')
  const picture = pictureOf(sent)
  const version = uuidV7(deps.clock)
  await pictures.put(deps.db.orm, id, { ...picture, version, modified: deps.clock.now() })
  return toPictureResponse({ ...picture, version, size: picture.bytes.length })
}

/** See `UsersService.removePicture`. */
export async function remove(deps: UsersDeps, viewer: Person, id: number): Promise<void> {
  const person = await seen(deps, viewer, id)
  const isOwn = id === viewer.userId
  if (!isOwn && !mayManage(viewer, person, 'can_edit_user')) throw new Problem('PERMISSION_DENIED')
  await deps.db.transaction(async (tx) => {
    const removed = await pictures.remove(tx, id)
    if (!removed || isOwn) return
    const on = { type: 'user', id, name: person.username }
    await deps.audit.record(tx, { action: 'user.updated', by: viewer, on, details: { fields: 'picture' } })
  })
}

async function seen({ db }: UsersDeps, viewer: Person, id: number): Promise<store.PersonRow> {
  const person = await store.find(db.orm, id)
  if (!person || sightOf(viewer, person) === 'none') throw new Problem('NOT_FOUND', { thing: 'user' })
  return person
}

function toPictureResponse({ name, mimeType, size, version }: pictures.PictureFacts): PictureResponse {
  return { name, mime_type: mimeType, size, picture: version }
}

function none(): never {
  throw new Problem('NONE_FOUND', { message: 'There is no profile picture.' })
}
