/**
 * Writes the PDFs of resources/examples; the flow files beside them are written by hand.
 * Run with `node scripts/make-examples.ts`; `--check` writes nothing and fails where a file would change.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { board } from "./examples/board.ts";
import { consent } from "./examples/consent.ts";
import { employment } from "./examples/employment.ts";
import type { ContractText } from "./examples/layout.ts";
import { typeset } from "./examples/layout.ts";
import { lease, leaseGuarantee } from "./examples/lease.ts";
import { guarantee, loan } from "./examples/loan.ts";
import { nda } from "./examples/nda.ts";
import { purchaseOrder } from "./examples/purchase.ts";
import { bankDetails, codeOfConduct, frameworkAgreement } from "./examples/supplier.ts";

const examples: Readonly<Record<string, ContractText>> = {
  "nda/nda.pdf": nda,
  "employment/contract.pdf": employment,
  "board/resolution.pdf": board,
  "loan/loan-agreement.pdf": loan,
  "loan/guarantee.pdf": guarantee,
  "lease/lease.pdf": lease,
  "lease/guarantee.pdf": leaseGuarantee,
  "purchase/order.pdf": purchaseOrder,
  "consent/consent.pdf": consent,
  "supplier/agreement.pdf": frameworkAgreement,
  "supplier/conduct.pdf": codeOfConduct,
  "supplier/bank-details.pdf": bankDetails,
};

const check = process.argv.includes("--check");
for (const [path, contract] of Object.entries(examples)) {
  const target = fileURLToPath(new URL(`../resources/examples/${path}`, import.meta.url));
  const bytes = await typeset(contract);
  if (check) {
    if (bytes.length === 0 || !(await readFile(target)).equals(bytes)) {
      console.error(`${target} is not what scripts/make-examples.ts writes. Run the script and commit the file.`);
      process.exitCode = 1;
    }
    continue;
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}
