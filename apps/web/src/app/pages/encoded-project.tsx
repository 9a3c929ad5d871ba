import { Navigate } from 'react-router'
import { LedAway } from '#ui/led-away.tsx'
import { pathOf } from '../share-routes.ts'

/** Opens the project that an encoded address names, read-only (SHARE-12). */
export function EncodedProject({ text }: { text: string }) {
  const path = pathOf(text)
  return path === undefined ? <LedAway why="noPage" /> : <Navigate to={path} replace />
}
