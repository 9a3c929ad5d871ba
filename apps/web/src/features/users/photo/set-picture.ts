import { contract } from '@polylogue/contract/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'

/** Sets the user's own picture from a JPEG; null removes it. */
export function useSetPicture(userId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (picture: { name: string; blob: Blob } | null) => {
      const params = { id: userId }
      if (picture === null) return void (await api.call(contract.users.removePicture, { params }))
      const { name, blob } = picture
      const body = { name, base64: await base64Of(blob), mime_type: blob.type, size: blob.size }
      await api.call(contract.users.setPicture, { params, body })
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['users'] }),
  })
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })
}
