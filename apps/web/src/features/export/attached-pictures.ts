// The pictures attached to the questions of chats, for documents.
import type { Message } from '@polylogue/contract'
import { loadPictures } from '#features/paper/index.ts'
import { isPicture } from '#ui/media-sign.tsx'
import { turnsOf, type Chat } from './chat.ts'

/** Returns an attachment. Rejects when it is gone. */
export type LoadFile = (message: Message, index: number) => Promise<Blob>

/** Data URLs by message and place of the attachment. */
export type Pictures = ReadonlyMap<string, string>

export const NO_PICTURES: Pictures = new Map()

interface Loading {
  load: LoadFile
  signal: AbortSignal
  onLoaded: (done: number, all: number) => void
}

export const pictureKey = ({ id }: Pick<Message, 'id'>, index: number): string => `${id} ${index}`

/** Loads the pictures of the versions that are exported. */
export function attachedPictures(chats: readonly Chat[], { load, ...how }: Loading): Promise<Pictures> {
  const wanted = chats
    .flatMap(turnsOf)
    .flatMap((message) =>
      message.attachments.flatMap(({ mime_type: type }, index) =>
        isPicture(type) ? [{ key: pictureKey(message, index), load: () => load(message, index) }] : [],
      ),
    )
  return loadPictures(wanted, how)
}
