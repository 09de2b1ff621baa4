export { ByteBudget } from './byte-budget.ts';
export { Places, type PlacesOptions, type Turn } from './places.ts';
export { TurnQueue } from './turn-queue.ts';
