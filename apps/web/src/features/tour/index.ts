export { useScenario } from './api.ts'
export { TOUR, TourProvider, useTour } from './tour-context.tsx'
export { TourOffer } from './tour-offer.tsx'
