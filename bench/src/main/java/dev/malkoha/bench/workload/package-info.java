/** The workloads that store builders compare by, under the names that db_bench gave them. */
@NullMarked
package dev.malkoha.bench.workload;

import org.jspecify.annotations.NullMarked;
