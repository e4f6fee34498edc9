import { objectOf, sameJson } from "../language/index.ts";
import type { ThreeVersions } from "./conflict.ts";

/**
 * Members of a map that only make sense together [Y4]. `kind`: the member that tells what the map is; two versions that
 * both changed it are two things. `number`, `of`: a number, and the list whose items it counts.
 */
export interface AtomicMembers {
  readonly kind?: string;
  readonly number?: string;
  readonly of?: string;
}

type Maps = ThreeVersions<Readonly<Record<string, unknown>>>;
type Side = "nobody" | "mine" | "theirs" | "alike" | "both";

/** Whether merging key by key would give a combination that neither side has. */
export function contradicts({ kind, number, of }: AtomicMembers, maps: Maps): boolean {
  if (kind !== undefined && changedBy(maps, kind) === "both") return true;
  if (number === undefined || of === undefined) return false;
  const [counting, counted] = [changedBy(maps, number), changedBy(maps, of)];
  if (counting === "nobody") return false;
  if (counted === "both") return true;
  return (counted === "mine" || counted === "theirs") && counting !== counted && counting !== "alike";
}

function changedBy(maps: Maps, key: string): Side {
  const [base, mine, theirs] = [maps.base, maps.mine, maps.theirs].map((map) => unordered(map[key]));
  if (sameJson(mine, theirs)) return sameJson(mine, base) ? "nobody" : "alike";
  if (sameJson(theirs, base)) return "mine";
  return sameJson(mine, base) ? "theirs" : "both";
}

const unordered = (value: unknown): unknown => (Array.isArray(value) ? [...value].map(String).sort() : value);

/** Whether two versions of an action, a group or a reminder have no people in common: then they are two items. */
export function sharesNobody({ mine, theirs }: ThreeVersions): boolean {
  const [here, there] = [peopleOf(mine), peopleOf(theirs)];
  if (here === null || there === null) return false;
  return here.length > 0 && there.length > 0 && !here.some((person) => there.includes(person));
}

/** null: it names none, or all. */
function peopleOf(item: unknown): readonly unknown[] | null {
  const own = objectOf(item);
  const [only, ...others] = Object.values(own);
  const users = own.users ?? (others.length === 0 ? objectOf(only).users : undefined);
  return Array.isArray(users) ? users : null;
}
