#!/usr/bin/env bash
# Checks an evidence bundle without Countersign: its signature, the hash of each file, and that nothing was added.
#
#   ./check-evidence.sh run.asice
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unzip -q "$1" -d "$work/files"
cd "$work/files"

# 1. The signature covers the manifest. -noverify: the certificate is nobody's but the signer's, and you compare it yourself.
openssl cms -verify -binary -inform DER -in META-INF/signature.p7s -content META-INF/ASiCManifest.xml \
  -noverify -certsout ../signer.pem -out ../manifest.xml 2> ../openssl || { cat ../openssl >&2; echo "the signature does not fit" >&2; exit 1; }
echo "certificate $(openssl x509 -in ../signer.pem -outform DER | openssl dgst -sha256 -r | cut -d' ' -f1)"

# 2. The manifest names each file with its SHA-256, in base64.
awk -F'"' '/<asic:DataObjectReference / { name = $2 }
  /<ds:DigestValue>/ { gsub(/.*<ds:DigestValue>|<.*/, ""); print $0 " " name }' ../manifest.xml | tr -d '\r' > ../signed
while read -r digest name; do
  [ -f "$name" ] || { echo "$name is missing" >&2; exit 1; }
  [ "$(openssl dgst -sha256 -binary "$name" | openssl base64 -A)" = "$digest" ] || { echo "$name was changed" >&2; exit 1; }
done < ../signed

# 3. Nothing else is in the bundle, save the signature, its manifest and the type of the file.
find . -type f ! -path './META-INF/*' ! -path ./mimetype | cut -c3- | sort > ../found
cut -d' ' -f2- ../signed | sort | diff - ../found >&2 || { echo "a file was added" >&2; exit 1; }
echo "$(wc -l < ../signed | tr -d ' ') files as they were signed"
