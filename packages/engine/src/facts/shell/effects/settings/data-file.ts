/** Whether its ending belongs to data rather than code in any language. */
export function isDataFile(path: string): boolean {
  return dataFile.test(path);
}

const dataFile =
  /\.(?:jsonl?|ya?ml|xml|html?|csv|tsv|txt|md|out|log|pid|lock|png|jpe?g|gif|svg|webp|pdf|prof|cov|info|lcov|db|sqlite|xcresult|dot|diff|patch|parquet|feather|arrow|avro|h5|hdf5|npy|bam|sam|vcf|fa|fasta|fastq|gz|zip|tgz|tar|zst|wav|ogg|flac|mp3|mp4|mkv|mov|webm|avif|bmp|tiff?|ico|icns|heic|ttf|otf|woff2?|dat|bin|spv|trace|folded|speedscope|nettrace|vcd|srt|vtt|bib|binlog|gcdump|dmp|trx|jfr|hprof|dtb|elf|hex|uf2|binpb|desc|fst|sal|heapprofile|cpuprofile|heapsnapshot|profraw|profdata|gcda|perf|gpkg|geojson|geojsonl|kml|gpx|shp|vrt|las|laz|copc|mbtiles|pmtiles|pbf|osm|nc|nc4|grib2?|bed|gff3?|gtf|fai|fq|cram|crai|bai|tbi|bcf|nwk|phy|pdb|mol2?|sdf|xyz|cif|pcap(?:ng)?|mat|onnx|gguf|safetensors|bz2|xz|lz4|7z|changes|dsc|mo|pot?|stl|step|stp|obj|glb|gltf|svf|bit|ghw|mid|sf2|epub|docx?|xlsx?|pptx?|odt|rtf|rst|adoc|asciidoc|css|ndjson|proto|sarif|sbom|spdx|cdx|tap|junit|snap|golden|smt2|cnf|dimacs|dds|ktx2?|basis|astc|fbx|usd[acz]?|gltf|air|metallib|aiff?|caf|m4a|psd|exr|hdr)$/iu;
